/** What every view needs: something that is loaded, the address, and work that a button starts. */
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
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
  useEffect(() => {
    const own = ++latest.current;
    setState((before) => ({ ...before, isLoading: true }));
    load().then(
      (value) => own === latest.current && setState({ value, problem: undefined, isLoading: false }),
      (error: unknown) =>
        own === latest.current && setState({ value: undefined, problem: saying(error), isLoading: false }),
    );
  }, [...keys, round]);
  return { ...state, reload: useCallback(() => setRound((before) => before + 1), []) };
}

/** Work that a button starts: while it goes on, and what went wrong. */
export interface Work {
  readonly isBusy: boolean;
  readonly problem: string | undefined;
  readonly run: (work: () => Promise<unknown>) => Promise<void>;
}

export function useWork(): Work {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const run = async (work: () => Promise<unknown>) => {
    setBusy(true);
    setProblem(undefined);
    try {
      await work();
    } catch (error) {
      setProblem(saying(error));
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
