/** A breaking change of a released version requires a new version (CONTRIBUTING.md, 6). */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "../spec/chapters.js";
import { sectionOf } from "./changelog.js";
import { changesBetween, contractsAt, contractsNow, firstCommitWith, isShallow } from "./history.js";

export function versionProblems(): string[] {
  const { openrpc, openapi } = contractsNow();
  const { version } = openrpc.info;
  const manifest = JSON.parse(readFileSync(join(projectRoot, "package.json"), "utf8")) as { version: string };
  const others = {
    "openapi.yaml": (openapi.info as { version: string }).version,
    "package.json": manifest.version,
  };
  const uneven = Object.entries(others)
    .filter(([, other]) => other !== version)
    .map(([file, other]) => `${file}: has the version ${other}, spec/openrpc.yaml has ${version}`);

  const section = sectionOf(readFileSync(join(projectRoot, "CHANGELOG.md"), "utf8"), version);
  if (!section) return [...uneven, `CHANGELOG.md: has no section for version ${version}`];
  return [...uneven, ...(section.isReleased ? brokenPromises(version, section.heading) : [])];
}

function brokenPromises(version: string, heading: string): string[] {
  // Its oldest commit would count as that of the release, so that the contract is compared with itself.
  if (isShallow()) return ["git has only a part of the history, without the release: git fetch --unshallow"];
  const released = firstCommitWith(heading);
  if (released === undefined) return [];
  const changes = changesBetween(contractsAt(released), contractsNow());
  return Object.entries(changes).flatMap(([contract, found]) =>
    found
      .filter((one) => one.class === "breaking")
      .map(
        ({ at, what }) =>
          `${contract} ${at}: ${what}; breaks ${version}, which is released: raise the version`,
      ),
  );
}
