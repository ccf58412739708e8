/** The page: which address shows what. */

import { render } from "preact";
import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { PreferencesContext } from "./frame";
import { LobbyPage } from "./lobby";
import { usePreferences } from "./preferences";
import { readRoute } from "./route";
import { StoredPage } from "./stored";
import { StudyPage } from "./study";
import { TablePage } from "./table";

function App(): VNode {
  const [route, setRoute] = useState(() => readRoute(location.hash));
  const preferences = usePreferences();
  useEffect(() => {
    const follow = (): void => {
      setRoute(readRoute(location.hash));
      scrollTo(0, 0);
    };
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  return <PreferencesContext.Provider value={preferences}>{page(route)}</PreferencesContext.Provider>;
}

function page(route: ReturnType<typeof readRoute>): VNode {
  switch (route.page) {
    case "table":
      return <TablePage key={route.token} token={route.token} turn={route.turn} />;
    case "study":
      return <StudyPage key={route.study} study={route.study} token={route.token} />;
    case "stored":
      return <StoredPage />;
    case "lobby":
      return <LobbyPage />;
  }
}

render(<App />, document.getElementById("app")!);
