import { siteOf, type Caller, type EnrolledDevice } from '../../../common/caller.ts';
import { Failure, notFound, unauthorized } from '../../../common/failure.ts';
import type { SigningPlace } from './signatures.store.ts';

/** Returns the calling tablet if it is enrolled. */
export const tabletOf = ({ device }: Caller): EnrolledDevice | null => (device?.kind === 'tablet' ? device : null);

export const placeOfTablet = ({ site, terminal }: EnrolledDevice, chosen?: string): SigningPlace => ({
  site,
  terminal: terminal ?? chosen ?? null,
});

/**
 * Returns where the caller collects signatures: the tablet's own terminal, otherwise the chosen one or the whole site.
 * @param chosen a terminal that a person chose at the tablet
 * @throws Failure 409 `no_location`
 */
export function signingPlaceOf(caller: Caller, chosen?: string): SigningPlace {
  const tablet = tabletOf(caller);
  if (tablet) return placeOfTablet(tablet, chosen);
  if (!caller.principal) throw unauthorized();
  return { site: siteOf(caller.principal), terminal: chosen ?? null };
}

export const unknownSignature = (): Failure => notFound('signature_not_found', 'Signature not found');
export const alreadySigned = (): Failure => new Failure(409, 'already_signed', 'This agreement is already signed');
export const canceledSignature = (): Failure => new Failure(409, 'signature_cancelled', 'This signature request was withdrawn');
