import type { AbuseFlag } from '@washdesk/contracts/company/abuse';
import { abuseNames, strengthNames } from '@washdesk/rules/abuse/words';
import type { Tone } from '../../../domain/status/tone.ts';
import { known } from '../../../lib/api/newer-cloud.ts';

const tones: Readonly<Record<AbuseFlag['strength'], Tone>> = { weak: 'neutral', clear: 'wait', strong: 'stop' };

export const toneOf = ({ strength }: AbuseFlag): Tone => known(tones, strength, 'neutral');
export const strengthOf = ({ strength }: AbuseFlag): string => `${known(strengthNames, strength, 'Weak')} evidence`;
export const kindOf = ({ kind }: AbuseFlag): string => known(abuseNames, kind, 'Another kind');

/** Returns whom the flag is about. */
export const personOf = ({ name, seller, customer }: AbuseFlag): string =>
  seller === null ? (name ?? customer ?? 'No name') : `${name ?? 'Employee'} (${seller})`;
