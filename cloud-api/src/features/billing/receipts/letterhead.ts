import type { ReadSetting } from '../../../ports/settings.ts';
import type { Letterhead } from './receipt-source.ts';
import type { Receipt } from './receipt.ts';

/** Returns the company's logo and the address and phone of the receipt's site, from the settings. */
export async function letterheadOf(settings: ReadSetting, { site }: Receipt): Promise<Letterhead> {
  const [logo, contacts] = await Promise.all([settings('receiptLogo'), settings('siteContacts')]);
  const contact = site === null ? undefined : contacts[String(site)];
  return { logo, address: contact?.address ?? null, phone: contact?.phone ?? null };
}
