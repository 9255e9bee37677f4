import { createHmac, type KeyObject } from 'node:crypto';
import type { MemberLanguage } from '@washdesk/rules/text/languages';
import { derivedKey } from './derived-key.ts';

const codes = 1_000_000;

/**
 * The secrets of a member's link, computed from its id: a stored message names the link, and only the message that is sent has its token and
 * code (docs/decisions/0075-members-without-a-password.md).
 */
export class MemberLinks {
  readonly #key: Buffer;
  readonly #page: string;

  /** @param secret a private key of the installation, from which the links' key is derived */
  constructor(secret: KeyObject, publicUrl: string) {
    this.#key = derivedKey(secret, 'member links');
    this.#page = new URL('/member', publicUrl).href;
  }

  /** 256 bits. */
  tokenOf(link: string): string {
    return this.#hash('token', link).toString('base64url');
  }

  /** Six digits. */
  codeOf(link: string): string {
    return String(this.#hash('code', link).readUIntBE(0, 6) % codes).padStart(6, '0');
  }

  /** Fills in what a stored text leaves open. The token is in the fragment, which browsers send to no server. */
  filled(text: string, link: string): string {
    return text
      .replaceAll(linkPlace('en'), this.#addressOf(link, 'en'))
      .replaceAll(linkPlace('es'), this.#addressOf(link, 'es'))
      .replaceAll(codePlace, this.codeOf(link));
  }

  #addressOf(link: string, lang: MemberLanguage): string {
    return `${this.#page}${lang === 'en' ? '' : `?lang=${lang}`}#${this.tokenOf(link)}`;
  }

  #hash(kind: 'token' | 'code', link: string): Buffer {
    return createHmac('sha256', this.#key).update(`${kind}:${link}`).digest();
  }
}

/** The place of the address in a stored text. */
export const linkPlace = (lang: MemberLanguage): string => `{member-link-${lang}}`;
export const codePlace = '{member-code}';
