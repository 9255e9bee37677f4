import { useCallback, useEffect, useRef, useState } from 'react';
import type { FleetSite } from '@washdesk/contracts/sites/fleet';

/** How long the order is held after a scroll, and while the pointer or the keyboard is at the cards. Long enough to read a card. */
export const heldAfterScrollMs = 10_000;
export const heldAtCardsMs = 60_000;

/** Returns the sites in an earlier order. Sites that it lacks come last; those that are not found any more keep their place. */
export function inOrder(order: readonly number[], found: readonly FleetSite[], all: ReadonlyMap<number, FleetSite>): FleetSite[] {
  const before = new Set(order);
  return [...order.flatMap((site) => all.get(site) ?? []), ...found.filter(({ site }) => !before.has(site))];
}

interface Wanted {
  /** In the order of now. */
  found: readonly FleetSite[];
  all: ReadonlyMap<number, FleetSite>;
  /** Search and filter: another view has its order at once. */
  view: string;
}

/** No card moves away from the person who reads it (docs/rules/sites.md#fleet). */
export function useHeldOrder({ found, all, view }: Wanted) {
  const { isHeld, hold, release } = useHold();
  const order = found.map(({ site }) => site);
  const [kept, setKept] = useState({ view, order });
  const follows = !isHeld || kept.view !== view;
  const isSame = kept.order.length === order.length && kept.order.every((site, index) => site === order[index]);
  if (follows && (!isSame || kept.view !== view)) setKept({ view, order });
  useEffect(() => {
    const afterScroll = (): void => hold(heldAfterScrollMs);
    window.addEventListener('scroll', afterScroll, { passive: true });
    return () => window.removeEventListener('scroll', afterScroll);
  }, [hold]);
  const atCards = useCallback(() => hold(heldAtCardsMs), [hold]);
  return { sites: follows ? found : inOrder(kept.order, found, all), isOutdated: !follows && !isSame, atCards, release };
}

const checkEveryMs = 500;

/** Held until the last of the wanted times is over. */
function useHold() {
  const [isHeld, setHeld] = useState(false);
  const until = useRef(0);
  const hold = useCallback((ms: number): void => {
    until.current = Math.max(until.current, performance.now() + ms);
    setHeld(true);
  }, []);
  const release = useCallback((): void => {
    until.current = 0;
    setHeld(false);
  }, []);
  useEffect(() => {
    if (!isHeld) return undefined;
    const timer = setInterval(() => setHeld(performance.now() < until.current), checkEveryMs);
    return () => clearInterval(timer);
  }, [isHeld]);
  return { isHeld, hold, release };
}
