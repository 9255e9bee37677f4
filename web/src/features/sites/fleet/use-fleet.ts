import { useEffect, useRef, useState } from 'react';
import type { LiveMessageOf } from '@washdesk/contracts/live-topic';
import { fleetTopic, type FleetSite } from '@washdesk/contracts/sites/fleet';
import { useLive } from '../../../lib/live/use-live.ts';

type FleetMessage = LiveMessageOf<typeof fleetTopic>;
type Sites = ReadonlyMap<number, FleetSite>;

/** The screen is drawn at most that often, however many sites change. */
const drawEveryMs = 250;

/** A site that did not change stays the same object, so its card is not drawn again. */
export function withMessages(before: Sites, messages: readonly FleetMessage[]): Sites {
  const after = new Map(before);
  for (const message of messages) {
    if (message.type === 'site') {
      const { type: _type, ...site } = message;
      after.set(site.site, site);
    } else {
      const { type: _type, ...vitals } = message;
      const known = after.get(vitals.site);
      if (known) after.set(vitals.site, { ...known, ...vitals });
    }
  }
  return after;
}

/** The sites as they change; `null` before the first message. `site` limits it to one. */
export function useFleet(site?: number) {
  const [sites, setSites] = useState<Sites | null>(null);
  const waiting = useRef<FleetMessage[]>([]);
  useEffect(() => {
    const timer = setInterval(() => {
      const messages = waiting.current.splice(0);
      if (messages.length > 0) setSites((before) => withMessages(before ?? new Map(), messages));
    }, drawEveryMs);
    return () => clearInterval(timer);
  }, []);
  const filter = site === undefined ? undefined : { site: String(site) };
  const live = useLive(fleetTopic, (message) => void waiting.current.push(message), filter, 'company');
  return { sites, ...live };
}
