import type { MemberLanguage } from '../text/languages.ts';

/** How long a sign-in link and its code are valid. */
export const signInMinutes = 15;
/** How long the link of a failed renewal is valid: it is sent unasked, and read later. */
export const paymentLinkDays = 3;

interface MemberMessage {
  subject: string;
  text: string;
}

interface Places {
  link: string;
  code: string;
}

/** The message with a sign-in link. @param places the link and the code, or what stands for them until the message is sent */
export function signInMessage(lang: MemberLanguage, { link, code }: Places): MemberMessage {
  return lang === 'es'
    ? {
        subject: 'Su enlace para entrar a su plan',
        text: `Abra su plan de lavado: ${link}\nO escriba el código ${code}. Válido por ${signInMinutes} minutos. ¿No lo pidió usted? Ignórelo.`,
      }
    : {
        subject: 'Your link to your wash plan',
        text: `Open your wash plan: ${link}\nOr enter the code ${code}. Valid for ${signInMinutes} minutes. Not you? Ignore this.`,
      };
}

/** The message after a renewal failed. @param due as it is shown: "$26.24" */
export function failedRenewalMessage(lang: MemberLanguage, due: string, { link }: Pick<Places, 'link'>): MemberMessage {
  return lang === 'es'
    ? {
        subject: 'No se pudo cobrar su plan de lavado',
        text: `Su tarjeta fue rechazada para su plan de lavado (${due}). Cámbiela aquí y siga lavando: ${link}`,
      }
    : {
        subject: 'Your wash plan payment didn’t go through',
        text: `Your card was declined for your wash plan (${due}). Update it here and keep washing: ${link}`,
      };
}

const longDay = (lang: MemberLanguage, day: Date): string =>
  new Intl.DateTimeFormat(lang === 'es' ? 'es-US' : 'en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(day);

/** The message that proves a cancellation. @param ends as the page shows it: its day in UTC */
export function cancellationMessage(lang: MemberLanguage, { confirmation, ends }: { confirmation: string; ends: Date }): MemberMessage {
  const day = longDay(lang, ends);
  return lang === 'es'
    ? {
        subject: 'Su plan de lavado está cancelado',
        text: `Su plan de lavado está cancelado. Número de confirmación: ${confirmation}. Puede lavar hasta el ${day}.`,
      }
    : {
        subject: 'Your wash plan is canceled',
        text: `Your wash plan is canceled. Confirmation number: ${confirmation}. You can wash until ${day}.`,
      };
}

/** What a member does at the member page and is notified of. */
export type MemberAct = 'plate' | 'card' | 'plan' | 'restart' | 'free-month' | 'export' | 'erasure';

const acts: Readonly<Record<MemberLanguage, Readonly<Record<MemberAct, string>>>> = {
  en: {
    plate: 'Your wash plan was moved to another car.',
    card: 'The card of your wash plan was changed.',
    plan: 'Your wash plan was changed to another one.',
    restart: 'Your wash plan was started again.',
    'free-month': 'The next month of your wash plan is free.',
    export: 'A file with your data was downloaded.',
    erasure: 'You asked us to erase your data.',
  },
  es: {
    plate: 'Su plan de lavado pasó a otro auto.',
    card: 'Se cambió la tarjeta de su plan de lavado.',
    plan: 'Su plan de lavado cambió a otro plan.',
    restart: 'Su plan de lavado empezó de nuevo.',
    'free-month': 'El próximo mes de su plan de lavado es gratis.',
    export: 'Se descargó un archivo con sus datos.',
    erasure: 'Usted pidió que borremos sus datos.',
  },
};

/** The message after an act at the member page. */
export const memberActMessage = (lang: MemberLanguage, act: MemberAct): MemberMessage =>
  lang === 'es'
    ? { subject: 'Un cambio en su plan de lavado', text: `${acts.es[act]} ¿No fue usted? Llame al 1-800-843-5477.` }
    : { subject: 'A change to your wash plan', text: `${acts.en[act]} Not you? Call 1-800-843-5477.` };

/** The last line of an unrequested text. */
export const stopLine = (lang: MemberLanguage): string =>
  lang === 'es' ? 'Responda STOP para no recibir más mensajes.' : 'Reply STOP to opt out.';

/** The last message to a member whose data is erased. */
export const erasureDoneMessage = (lang: MemberLanguage): MemberMessage =>
  lang === 'es'
    ? { subject: 'Borramos sus datos', text: 'Como lo pidió, borramos sus datos. Solo conservamos lo que exige la ley.' }
    : { subject: 'Your data is erased', text: 'As you asked, we erased your data. We keep only what the law requires.' };

/** @param reason as the employee wrote it */
export const erasureDeclinedMessage = (lang: MemberLanguage, reason: string): MemberMessage =>
  lang === 'es'
    ? { subject: 'Su solicitud de borrar sus datos', text: `Todavía no podemos borrar sus datos: ${reason}` }
    : { subject: 'Your request to erase your data', text: `We can’t erase your data yet: ${reason}` };
