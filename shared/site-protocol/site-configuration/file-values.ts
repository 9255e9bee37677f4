import { isGroup } from './group.ts';

/** The field of the cloud that names a secret, for each field of an agent's file that gives one. */
const secretFields: Readonly<Record<string, string>> = {
  password: 'passwordSecret',
  passwordFile: 'passwordSecret',
  secret: 'pathSecret',
  secretFile: 'pathSecret',
  keyFile: 'keySecret',
};
/** Files with certificates on the site's computer, and the field of the cloud for their text. */
const certificateFields: Readonly<Record<string, string>> = { caFile: 'ca', certificateFile: 'certificate' };

/** A value that an agent's file gives otherwise than a configuration of the cloud. */
export interface FileValue {
  /** A device's id, or the name of the group. */
  owner: string;
  /** The field in the file; `cloudField` is the one in the cloud's configuration. */
  field: string;
  cloudField: string;
  value: unknown;
}

interface Replacements {
  /** @returns the name of the secret */
  secret: (given: FileValue) => string;
  /** @returns the text of the certificate */
  certificate: (given: FileValue) => string;
}

/** Returns a value of an agent's file as a configuration of the cloud has it. @param owner of the value, until a device names itself */
export function withoutFileValues(value: unknown, owner: string, replacements: Replacements): unknown {
  if (Array.isArray(value))
    return value.map((one) => withoutFileValues(one, isGroup(one) && typeof one['id'] === 'string' ? one['id'] : owner, replacements));
  if (!isGroup(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, inner]) => {
      const [secret, certificate] = [secretFields[field], certificateFields[field]];
      if (secret !== undefined) return [secret, replacements.secret({ owner, field, cloudField: secret, value: inner })];
      if (certificate === undefined) return [field, withoutFileValues(inner, owner, replacements)];
      return [certificate, replacements.certificate({ owner, field, cloudField: certificate, value: inner })];
    }),
  );
}

/** Returns the name of the secret that an owner's field gives. */
export function secretNameFor({ owner, cloudField }: FileValue): string {
  const wanted = cloudField === 'keySecret' ? `${owner}-key` : owner;
  return wanted
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 40);
}
