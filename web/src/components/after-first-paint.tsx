import { useDeferredValue } from 'react';
import type { ReactNode } from 'react';

interface AfterFirstPaintProps {
  children: ReactNode;
  /** Shown until the first paint. */
  fallback?: ReactNode;
}

/**
 * Renders its children after the first paint of a screen, so that tables and long forms, which cost more than the rest of the screen,
 * do not delay a change of screens.
 */
export function AfterFirstPaint({ children, fallback = null }: AfterFirstPaintProps) {
  const painted = useDeferredValue(true, false);
  return painted ? children : fallback;
}
