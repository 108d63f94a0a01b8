/** What every view needs: something that is loaded, the address, and work that a button starts. */
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { useChanges } from "./live.js";
import { saying } from "./shop.js";

export interface Loaded<Value> {
  readonly value: Value | undefined;
  readonly problem: string | undefined;
  readonly isLoading: boolean;
  readonly reload: () => void;
}

/** @param keys when one of these changes, it is loaded anew */
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
        const problem = saying(error);
        // What was shown a moment ago is better than nothing.
        setState(({ value }) => ({ value: isAgain ? value : undefined, problem, isLoading: false }));
      },
    );
  }, [...keys, round]);
  return { ...state, reload: useCallback(() => setRound((before) => before + 1), []) };
}

/** The same, and again whenever the shop has changed; what is shown stays until there is something newer. */
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

/** Work that a button starts: while it goes on, and what went wrong. */
export interface Work {
  readonly isBusy: boolean;
  readonly problem: string | undefined;
  /** @returns whether it went well */
  readonly run: (work: () => Promise<unknown>) => Promise<boolean>;
}

export function useWork(): Work {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const run = async (work: () => Promise<unknown>) => {
    setBusy(true);
    setProblem(undefined);
    try {
      await work();
      return true;
    } catch (error) {
      setProblem(saying(error));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, problem, run };
}

/** The part of the address behind `#/`, in pieces. */
export function useRoute(): readonly string[] {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
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
  location.hash = addressOf(...pieces);
}

export function addressOf(...pieces: readonly (string | number)[]): string {
  return `#/${pieces.map((piece) => encodeURIComponent(String(piece))).join("/")}`;
}
