import type { Objects, Store } from '../state/store.ts';
import { StripeFault } from '../wire/errors.ts';

type IntentKind = 'payment_intent' | 'setup_intent';

/**
 * Returns the intent of a client secret, the only identifier that a browser has.
 * @throws StripeFault for an unknown secret
 */
export function intentOfSecret<K extends IntentKind>(store: Store, kind: K, secret: string): Objects[K] {
  const intent = store.get(kind, secret.split('_secret_', 1)[0] ?? '');
  if (intent?.client_secret === secret) return intent;
  throw new StripeFault(404, `No such ${kind}: the client secret fits none`, { code: 'resource_missing', param: 'client_secret' });
}
