import { startTransition, useEffect, useState } from 'react';
import type { ReactNode } from 'react';

interface AfterFirstPaintProps {
  children: ReactNode;
  /** Shown until the first paint. */
  fallback?: ReactNode;
}

/** A page that is not in sight paints no frames. */
const longestWaitMs = 100;

/**
 * Renders its children after the first paint of a screen, so that tables and long forms, which cost more than the rest of the screen,
 * do not delay a change of screens.
 */
export function AfterFirstPaint({ children, fallback = null }: AfterFirstPaintProps) {
  const [painted, setPainted] = useState(false);
  useEffect(() => afterPaint(() => startTransition(() => setPainted(true))), []);
  return painted ? children : fallback;
}

/** Runs once, behind the next frame. @returns gives it up */
function afterPaint(run: () => void): () => void {
  let timer = setTimeout(run, longestWaitMs);
  const frame = requestAnimationFrame(() => {
    // The frame is painted after its callbacks, so the work waits for the task behind.
    clearTimeout(timer);
    timer = setTimeout(run);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
