/** Asks until the answer is not null or undefined. @throws Error with `what` when the time is over */
export async function until<T>(
  what: string,
  ask: () => Promise<T | null | undefined> | T | null | undefined,
  withinMs = 10_000,
): Promise<T> {
  const end = performance.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (answer !== null && answer !== undefined) return answer;
    if (performance.now() > end) throw new Error(`Not within ${withinMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
