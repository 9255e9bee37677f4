import type { PersonalTables } from '../personal-data.ts';
import type { Json } from './columns.ts';

export interface SignatureTable {
  id: string;
  customer: string;
  subscription: string | null;
  /** The sign-up's receipt. */
  receipt: string;
  /** The sign-up that needs it; null if staff requested it again. */
  operation: string | null;
  /** The site where the customer signs. */
  site: number;
  terminal: string | null;
  /** The agreement at the time the signature was requested. */
  agreement: Json<object>;
  /** SHA-256 of its canonical JSON. */
  agreement_hash: Buffer;
  state: string;
  /** The signature as a PNG. */
  image: Buffer | null;
  image_hash: Buffer | null;
  /** The name that the customer typed instead of drawing a signature. */
  typed_name: string | null;
  requested: Date;
  requested_by: string;
  signed_at: Date | null;
  /** The tablet; null if a signed-in user took the signature. */
  device: string | null;
  /** Name and number of the user who took the signature without a tablet. */
  signed_at_register_by: string | null;
}

declare module '../schema.ts' {
  interface Database {
    signature: SignatureTable;
  }
}

export const personalData = {
  signature: {
    plain: [
      'id',
      'subscription',
      'receipt',
      'operation',
      'site',
      'terminal',
      'state',
      'requested',
      'requested_by',
      'signed_at',
      'signed_at_register_by',
      'device',
    ],
    personal: ['agreement', 'agreement_hash', 'image', 'image_hash', 'typed_name'],
    customer: 'customer',
    erase: 'rows',
    internal: ['agreement_hash', 'image_hash'],
  },
} satisfies PersonalTables;
