/** Hooks of all views: loading data, the route, and work that a button starts. */
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { useChanges } from "./live.js";
import { errorText } from "./shop.js";

export interface Loaded<Value> {
  readonly value: Value | undefined;
  readonly problem: string | undefined;
  readonly isLoading: boolean;
  readonly reload: () => void;
}

/** Loads data. @param keys a change of one of them loads the data again */
export function useLoad<Value>(load: () => Promise<Value>, keys: readonly unknown[]): Loaded<Value> {
  const [state, setState] = useState<Omit<Loaded<Value>, "reload">>({
    value: undefined,
    problem: undefined,
    isLoading: true,
  });
  const [round, setRound] = useState(0);
  const latest = useRef(0);
  const shownRound = useRef(0);
  useEffect(() => {
    const own = ++latest.current;
    const isAgain = shownRound.current !== round;
    shownRound.current = round;
    setState((before) => ({ ...before, isLoading: true }));
    load().then(
      (value) => own === latest.current && setState({ value, problem: undefined, isLoading: false }),
      (error: unknown) => {
        if (own !== latest.current) return;
        const problem = errorText(error);
        // After a failed reload, the earlier value stays visible.
        setState(({ value }) => ({ value: isAgain ? value : undefined, problem, isLoading: false }));
      },
    );
  }, [...keys, round]);
  return { ...state, reload: useCallback(() => setRound((before) => before + 1), []) };
}

/** Like `useLoad`, but also reloads when the shop has changed; the earlier value stays visible meanwhile. */
export function useLiveLoad<Value>(load: () => Promise<Value>, keys: readonly unknown[]): Loaded<Value> {
  const loaded = useLoad(load, keys);
  const changes = useChanges();
  const seen = useRef(changes);
  useEffect(() => {
    if (seen.current !== changes) loaded.reload();
    seen.current = changes;
  }, [changes]);
  return loaded;
}

/** Work that a button starts: whether it is running, and its error. */
export interface RunningWork {
  readonly isBusy: boolean;
  readonly problem: string | undefined;
  /** @returns whether it succeeded */
  readonly run: (work: () => Promise<unknown>) => Promise<boolean>;
}

export function useWork(): RunningWork {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const run = async (work: () => Promise<unknown>) => {
    setBusy(true);
    setProblem(undefined);
    try {
      await work();
      return true;
    } catch (error) {
      setProblem(errorText(error));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, problem, run };
}

/** The segments of the address behind `#/`. */
export function useRoute(): readonly string[] {
  const [hash, setHash] = useState(location.hash);
  // Before the first view is seen, so that no address is missed.
  useLayoutEffect(() => {
    const follow = () => setHash(location.hash);
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  const pieces = hash.replace(/^#\/?/, "").split("/").filter(Boolean);
  return pieces.map((piece) => {
    try {
      return decodeURIComponent(piece);
    } catch {
      return piece;
    }
  });
}

export function goTo(...pieces: readonly (string | number)[]): void {
  location.hash = routeTo(...pieces);
}

export function routeTo(...pieces: readonly (string | number)[]): string {
  return `#/${pieces.map((piece) => encodeURIComponent(String(piece))).join("/")}`;
}
