import type { MemberLanguage } from '../text/languages.ts';

/**
 * The terms that the public sign-up shows and the customer accepts, as paragraphs by language (docs/rules/billing.md#terms). An edited text
 * needs another version, because a version stands for one text.
 */
export interface OnlineTerms extends Readonly<Record<MemberLanguage, readonly string[]>> {
  version: string;
}

const monthsPart = '{months}';

export const defaultOnlineTerms: OnlineTerms = {
  version: '2026-11',
  en: [
    'Your price is guaranteed for at least {months} months.',
    'Your card is charged on the 1st of every month. The first month is prorated: today you pay only for the rest of this month.',
    'You can cancel online at any time. Cancel before the 25th to avoid the charge on the 1st.',
    'Your plan is for one vehicle. You can transfer it to another license plate once every 6 months.',
    'You can change or cancel your plan after the first full month.',
  ],
  es: [
    'Su precio está garantizado por un mínimo de {months} meses.',
    'El cargo a su tarjeta se hace el día 1 de cada mes. El primer mes es proporcional: hoy solo paga por el resto de este mes.',
    'Puede cancelar en línea en cualquier momento. Cancele antes del día 25 para evitar el cargo del día 1.',
    'Su plan es para un solo vehículo. Puede transferirlo a otra placa una vez cada 6 meses.',
    'Puede cambiar o cancelar su plan después del primer mes completo.',
  ],
};

/** Returns the paragraphs in a language. @param months of the plan's price guarantee */
export const termsText = (terms: OnlineTerms, lang: MemberLanguage, months: number): string[] =>
  terms[lang].map((paragraph) => paragraph.replaceAll(monthsPart, String(months)));

/** Returns what is wrong with the texts; null if nothing is. */
export function problemOfTerms({ en, es }: Pick<OnlineTerms, MemberLanguage>): string | null {
  if (en.length !== es.length) return 'must have as many paragraphs in Spanish as in English';
  for (const paragraph of [...en, ...es]) {
    const part = paragraph.match(/\{[^}]*\}/g)?.find((one) => one !== monthsPart);
    if (part !== undefined) return `may contain ${monthsPart}, not ${part}`;
  }
  const saysMonths = (text: readonly string[]): boolean => text.some((paragraph) => paragraph.includes(monthsPart));
  return saysMonths(en) && saysMonths(es) ? null : `must state the price guarantee: ${monthsPart} in both languages`;
}

/** Whether a change keeps the version although the text differs. */
export const keepsVersion = (before: OnlineTerms, after: OnlineTerms): boolean =>
  before.version === after.version && JSON.stringify([before.en, before.es]) !== JSON.stringify([after.en, after.es]);
