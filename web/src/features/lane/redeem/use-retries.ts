import { useEffect, useEffectEvent } from 'react';
import { useOffline } from '../../../lib/connection.ts';

/** The delay before the first retry; each later one takes twice as long, up to the longest. */
const firstRetryMs = 2_000;
const longestRetryMs = 15_000;

/**
 * Repeats lookups without an outcome, one after the other, until each has one. While the connection is lost it waits, and goes on as soon
 * as the connection is back.
 */
export function useRetries(subjects: readonly string[], retry: (subject: string) => Promise<void>): void {
  const offline = useOffline();
  const isNeeded = subjects.length > 0 && !offline;
  const retryAll = useEffectEvent(async () => {
    for (const subject of subjects) await retry(subject);
  });
  useEffect(() => {
    if (!isNeeded) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    let isOver = false;
    const round = async (delayMs: number): Promise<void> => {
      await retryAll();
      if (!isOver) wait(Math.min(2 * delayMs, longestRetryMs));
    };
    const wait = (delayMs: number): void => {
      timer = setTimeout(() => void round(delayMs), delayMs);
    };
    wait(firstRetryMs);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [isNeeded]);
}
