import { useState } from 'react';
import type { WholeSiteConfiguration } from '@washdesk/contracts/sites/site-configuration';
import {
  configurationDifferences,
  type ConfigurationDifference,
} from '@washdesk/site-protocol/site-configuration/configuration-differences';
import { configurationProblems } from '@washdesk/site-protocol/site-configuration/configuration-problems';
import { configurationText, readConfigurationText } from '@washdesk/site-protocol/site-configuration/configuration-text';
import type { ConfigurationProblem } from '@washdesk/site-protocol/site-configuration/delivery';
import { isGroup } from '@washdesk/site-protocol/site-configuration/group';
import type { Group } from './schema-node.ts';

interface Base {
  /** 0 before the first version. */
  version: number;
  content: Group;
}

interface Edited {
  base: Base;
  content: Group;
  /** The text as typed; null after an edit in the form. */
  text: string | null;
}

export interface Draft {
  base: Base;
  /** Null before the first version. */
  content: Group | null;
  text: string;
  /** Whether the text is no configuration: `content` is then the one before. */
  isBroken: boolean;
  isEdited: boolean;
  problems: readonly ConfigurationProblem[];
  differences: readonly ConfigurationDifference[];
  edit: (content: Group) => void;
  editText: (text: string) => void;
  /** Continues on this version, so that a save replaces it. */
  rebase: (on: WholeSiteConfiguration) => void;
  discard: () => void;
}

/** The configuration as the user edits it, beside the version that it was begun on. */
export function useDraft(newest: WholeSiteConfiguration | null): Draft {
  const [edited, setEdited] = useState<Edited | null>(null);
  const base = edited?.base ?? { version: newest?.version ?? 0, content: newest?.content ?? {} };
  const content = edited?.content ?? newest?.content ?? null;
  const typed = edited?.text ?? null;
  const text = typed ?? (content === null ? '' : configurationText(content));
  const isBroken = typed !== null && parsed(typed) === null;
  const differences = content === null ? [] : configurationDifferences(base.content, content);
  return {
    base,
    content,
    text,
    isBroken,
    isEdited: edited !== null && (isBroken || differences.length > 0 || base.version === 0),
    problems: content === null ? [] : configurationProblems(typed ?? content),
    differences,
    edit: (next) => setEdited({ base, content: next, text: null }),
    editText: (next) => setEdited({ base, content: parsed(next) ?? content ?? {}, text: next }),
    rebase: ({ version, content: on }) => setEdited(edited && { ...edited, base: { version, content: on } }),
    discard: () => setEdited(null),
  };
}

function parsed(text: string): Group | null {
  const { value, errors } = readConfigurationText(text);
  if (errors.length > 0) return null;
  const whole = value ?? {};
  return isGroup(whole) ? whole : null;
}
