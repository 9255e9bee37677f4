import { useEffect, useState } from 'react';

/** A value once it has rested for `ms`: what changes from key to key is not asked for each time. Values are compared by their JSON. */
export function useDebounced<T>(value: T, ms: number): T {
  const [debounced, setDebounced] = useState(value);
  const text = JSON.stringify(value);
  const isCurrent = text === JSON.stringify(debounced);
  useEffect(() => {
    if (isCurrent) return undefined;
    const timer = setTimeout(() => setDebounced(JSON.parse(text) as T), ms);
    return () => clearTimeout(timer);
  }, [text, isCurrent, ms]);
  return debounced;
}
