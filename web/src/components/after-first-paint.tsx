import { useDeferredValue } from 'react';
import type { ReactNode } from 'react';

interface AfterFirstPaintProps {
  children: ReactNode;
  /** Keeps the place meanwhile. */
  fallback?: ReactNode;
}

/**
 * Comes a moment after the rest of a screen. A change of screens is felt by its first glance: what it does not need (tables, long forms) costs
 * more than all that it does need.
 */
export function AfterFirstPaint({ children, fallback = null }: AfterFirstPaintProps) {
  const painted = useDeferredValue(true, false);
  return painted ? children : fallback;
}
