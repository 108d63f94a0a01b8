/** The longest that a call may take (REQUEST_TIMEOUT_SECONDS). */

export interface Deadline {
  passed: boolean;
}

/** Gives up waiting after `milliseconds`; work that looks at the deadline in time leaves nothing behind. */
export async function withDeadline<R>(
  milliseconds: number,
  work: (deadline: Deadline) => Promise<R>,
): Promise<R> {
  const deadline: Deadline = { passed: false };
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      deadline.passed = true;
      reject(new Error(`the call took longer than ${milliseconds} ms`));
    }, milliseconds);
  });
  try {
    return await Promise.race([work(deadline), timeout]);
  } finally {
    clearTimeout(timer);
  }
}
