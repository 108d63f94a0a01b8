/** Texts that are kept for a while: as they are. */
import type { Wire } from "../wire.js";

export interface TextStore {
  /** What all kept texts take. */
  readonly bytes: number;
  /** An empty place for one text. */
  slot(): TextSlot;
}

export interface TextSlot {
  /** Setting it lets go of what was kept before; undefined = nothing is kept. */
  text: Wire | undefined;
  /** Keeps UTF-8. @param isShared other slots are going to keep the same bytes: they are kept once */
  copy(bytes: Buffer, isShared: boolean): void;
}

export function textStore(): TextStore {
  let bytes = 0;
  return {
    get bytes() {
      return bytes;
    },
    slot() {
      let kept: Wire | undefined;
      return {
        get text() {
          return kept;
        },
        set text(text) {
          bytes += (text?.length ?? 0) - (kept?.length ?? 0);
          kept = text;
        },
        copy(bytes) {
          this.text = bytes.toString("latin1") as Wire;
        },
      };
    },
  };
}
