import { z } from 'zod';
import { fileContents } from '../config-secrets.ts';
import { pinForm, Pins } from './pins.ts';
import { isPrivateAddress } from './private-address.ts';

const pin = fileContents.refine((text) => pinForm.test(text), 'write 6 to 12 digits into this file');

export const localPageConfig = z
  .strictObject({
    /** An address of this computer in the site’s network. By default only a browser on this computer reaches the page. */
    host: z.union([z.ipv4(), z.ipv6()]).refine(isPrivateAddress, 'use this computer’s address in the site’s network').default('127.0.0.1'),
    port: z.int().min(1).max(65_535).default(8_091),
    /** Files with a PIN each: for IT, and for cashiers, who redeem and open gates only. */
    itPinFile: pin,
    cashierPinFile: pin.optional(),
    /** A file with the token of a scraper of `/metrics`; without it there are no metrics. */
    metricsTokenFile: fileContents.refine((text) => text.length >= 16, 'write at least 16 characters into this file').optional(),
    /** Of the page as built; by default the page that belongs to the agent. */
    folder: z.string().min(1).optional(),
  })
  .refine(({ itPinFile, cashierPinFile }) => itPinFile !== cashierPinFile, {
    path: ['cashierPinFile'],
    message: 'the two PINs must differ',
  })
  .transform(({ itPinFile, cashierPinFile, metricsTokenFile, ...page }) => ({
    ...page,
    metricsToken: metricsTokenFile,
    pins: new Pins({ it: itPinFile, cashier: cashierPinFile }),
  }));

export type LocalPageConfig = z.output<typeof localPageConfig>;
