import { useEffect, useRef, useState } from 'react';

/** Pixels beyond the window within which a card has its content, so that it is there before it is scrolled to. */
const margin = 800;

type Listener = (isNear: boolean, height: number) => void;

const listeners = new WeakMap<Element, Listener>();
/** One observer for all cards: the browser reports those that changed together. */
let observer: IntersectionObserver | null = null;

function observe(element: Element, listener: Listener): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const {
        target,
        isIntersecting,
        boundingClientRect: { height },
      } of entries)
        listeners.get(target)?.(isIntersecting, height);
    },
    { rootMargin: `${margin}px 0px` },
  );
  listeners.set(element, listener);
  observer.observe(element);
  return () => {
    observer?.unobserve(element);
    listeners.delete(element);
  };
}

/** Whether an element is in the window or near it. While it is not, `height` keeps the room that its content had. */
export function useNearWindow<E extends HTMLElement>() {
  const ref = useRef<E>(null);
  const [{ isNear, height }, setState] = useState<{ isNear: boolean; height: number | null }>({ isNear: false, height: null });
  useEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    return observe(element, (next, measured) => setState({ isNear: next, height: next ? null : measured }));
  }, []);
  return { ref, isNear, height };
}
