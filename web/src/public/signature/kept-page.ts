import { useEffect, useState } from 'react';

const worker = '/signature-worker.js';
/** Only this page is started by the worker, in the spelling that the enrollment opens. */
const scope = '/signatureSystem';

/** Null where the browser has no service workers (plain HTTP), and for the pages of Vite. */
const workers = (): ServiceWorkerContainer | null =>
  import.meta.env.PROD && 'serviceWorker' in navigator ? navigator.serviceWorker : null;

/** Keeps the current release of this page on the tablet, which starts with it without a connection. */
export async function keepPage(): Promise<void> {
  const registration = await workers()?.register(worker, { scope, updateViaCache: 'none' });
  await registration?.update();
}

/** A browser that is no tablet, or no longer, keeps nothing. */
export async function forgetPage(): Promise<void> {
  const registration = await workers()?.getRegistration(scope);
  if (!registration) return;
  await registration.unregister();
  // no other page of ours has a cache
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
}

/** Whether the tablet has received another release since this page was loaded, as after a start without a connection. */
export function useHasNewerPage(): boolean {
  const [hasNewer, setHasNewer] = useState(false);
  useEffect(() => {
    const container = workers();
    // the first copy of a tablet is of the page that is open
    if (!container?.controller) return;
    const changed = (): void => setHasNewer(true);
    container.addEventListener('controllerchange', changed);
    return () => container.removeEventListener('controllerchange', changed);
  }, []);
  return hasNewer;
}
