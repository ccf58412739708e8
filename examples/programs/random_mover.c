/* A program that plays any game by random legal moves: cc -O2 -o bot random_mover.c, program('./bot'). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char ACTION[] = "{\"action\":";

/* The numbers of the legal moves: each begins one of the objects in the list "legal". */
static int read_legal(const char* line, long* actions, int most) {
  int count = 0;
  const char* at = strstr(line, "\"legal\":[");
  while (at && count < most && (at = strstr(at, ACTION))) {
    at += sizeof ACTION - 1;
    actions[count++] = strtol(at, NULL, 10);
  }
  return count;
}

int main(void) {
  static long actions[8192];
  char* line = NULL;
  size_t size = 0;
  while (getline(&line, &size, stdin) > 0) {
    if (strncmp(line, "{\"type\":\"begin\"", 15) == 0) {
      const char* seed = strstr(line, "\"seed\":");
      srand(seed ? (unsigned)strtoull(seed + 7, NULL, 10) : 0);
    } else if (strncmp(line, "{\"type\":\"act\"", 13) == 0) {
      int count = read_legal(line, actions, 8192);
      if (count == 0) return 1;
      printf("{\"action\":%ld}\n", actions[rand() % count]);
      fflush(stdout);
    }
  }
  free(line);
  return 0;
}
