import { startTransition, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { KeysHeld } from './page-skeleton.tsx';

interface AfterFirstPaintProps {
  children: ReactNode;
  /** Shown until the first paint. */
  fallback?: ReactNode;
}

/** A hidden page paints no frames. */
const longestWaitMs = 100;

/**
 * Renders its children after a screen's first paint, so that tables and long forms, which cost more than the rest, do not delay a screen
 * change. Keys wait for them.
 */
export function AfterFirstPaint({ children, fallback = null }: AfterFirstPaintProps) {
  const [painted, setPainted] = useState(false);
  useEffect(() => afterPaint(() => startTransition(() => setPainted(true))), []);
  if (painted) return children;
  return (
    <>
      <KeysHeld />
      {fallback}
    </>
  );
}

/** Runs once, after the next frame. @returns cancels it */
function afterPaint(run: () => void): () => void {
  let timer = setTimeout(run, longestWaitMs);
  const frame = requestAnimationFrame(() => {
    // The frame is painted after its callbacks, so the work waits for the next task.
    clearTimeout(timer);
    timer = setTimeout(run);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
