import { useEffect, useState } from 'react';

/** A value once it has rested for `ms`: what changes from key to key is not asked for each time. Values are compared by their JSON. */
export function useSettled<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value);
  const text = JSON.stringify(value);
  const isSettled = text === JSON.stringify(settled);
  useEffect(() => {
    if (isSettled) return undefined;
    const timer = setTimeout(() => setSettled(JSON.parse(text) as T), ms);
    return () => clearTimeout(timer);
  }, [text, isSettled, ms]);
  return settled;
}
