import { useEffect, useRef, useState } from 'react';
import type { StepName } from '../steps.ts';

/** How long a failure that does not stop the sign-up is shown. */
const shownMs = 2_000;

export interface Message {
  id: number;
  step: StepName;
  words: string;
}

/** Messages that disappear after a while. */
export function useMessages(): [readonly Message[], (step: StepName, words: string) => void] {
  const [messages, setMessages] = useState<readonly Message[]>([]);
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());
  const count = useRef(0);
  useEffect(() => {
    const pending = timers.current;
    return () => pending.forEach(clearTimeout);
  }, []);

  const say = (step: StepName, words: string): void => {
    count.current += 1;
    const message = { id: count.current, step, words };
    setMessages((shown) => [...shown, message]);
    timers.current.add(setTimeout(() => setMessages((shown) => shown.filter((one) => one !== message)), shownMs));
  };
  return [messages, say];
}
