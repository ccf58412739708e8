// A program that plays any game by random legal moves: program('node random_mover.js').
const lines = require("node:readline").createInterface({ input: process.stdin });

let state = 1n;

// Numbers that follow from the seed of the match, so that a match can be played again.
function below(bound) {
  state = (state * 6364136223846793005n + 1442695040888963407n) & ((1n << 64n) - 1n);
  return Number((state >> 33n) % BigInt(bound));
}

lines.on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "begin") {
    state = BigInt(message.seed);
  } else if (message.type === "act") {
    const move = message.legal[below(message.legal.length)];
    console.log(JSON.stringify({ action: move.action }));
  }
});
