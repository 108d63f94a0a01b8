/**
 * The folder of images that processes have on their disks: the next process removes the folder of a killed
 * one.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, symlink, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../support/closed.js";
import { makeImageFolder } from "../../../src/engine/files/image-folder.js";
import { currentHolder, holderText, type LockHolder } from "../../../src/engine/storage/holder.js";

async function numberOfEndedProcess(): Promise<number> {
  const child = spawn(process.execPath, ["-e", "0"]);
  await once(child, "exit");
  return child.pid as number;
}

test("only folders of processes that have ended are removed", async () => {
  const within = await temporaryFolder();
  const ended: LockHolder = { ...(await currentHolder("ended")), pid: await numberOfEndedProcess() };
  const elsewhere: LockHolder = { ...ended, home: { host: "another", boot: null, namespace: null } };
  const leave = async (name: string, holder?: LockHolder) => {
    await mkdir(join(within, name));
    if (holder) await writeFile(join(within, name, "holder"), holderText(holder));
    await writeFile(join(within, name, "0a1b2c"), "an image");
  };
  const mine = await makeImageFolder(within);
  await leave("store-api-images-ended", ended);
  await leave("store-api-images-elsewhere", elsewhere);
  await leave("store-api-images-untold");
  await leave("another-ended", ended);
  await symlink("another-ended", join(within, "store-api-images-link"));

  const next = await makeImageFolder(within);
  expect((await readdir(within)).sort()).toEqual(
    [
      basename(mine),
      basename(next),
      ...["another-ended", "store-api-images-elsewhere", "store-api-images-link", "store-api-images-untold"],
    ].sort(),
  );
  expect(await readdir(join(within, "another-ended"))).toEqual(["0a1b2c", "holder"]);
});
