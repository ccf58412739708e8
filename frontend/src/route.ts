/** Addresses of pages. They stand behind the #, so that tokens reach neither logs nor other sites. */

export type Route =
  | { readonly page: "lobby" }
  | { readonly page: "table"; readonly token: string; readonly turn: number | null }
  | { readonly page: "study"; readonly study: string; readonly token: string }
  | { readonly page: "stored" };

export function readRoute(hash: string): Route {
  const parts = hash.replace(/^#\/?/, "").split("/").map(plain);
  const [page, first, second, third] = parts;
  if (page === "table" && first) {
    const turn = second === "turn" && /^\d{1,7}$/.test(third ?? "") ? Number(third) : null;
    return { page, token: first, turn };
  }
  if (page === "study" && first) return { page, study: first, token: second ?? "" };
  return { page: page === "stored" ? "stored" : "lobby" };
}

export function writeRoute(route: Route): string {
  switch (route.page) {
    case "lobby":
      return "#/";
    case "stored":
      return "#/stored";
    case "table":
      return `#/table/${encodeURIComponent(route.token)}${route.turn === null ? "" : `/turn/${route.turn}`}`;
    case "study":
      return `#/study/${encodeURIComponent(route.study)}${route.token && `/${encodeURIComponent(route.token)}`}`;
  }
}

/** The whole address, to be given to somebody. */
export function linkTo(route: Route): string {
  return `${location.origin}${location.pathname}${writeRoute(route)}`;
}

function plain(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
