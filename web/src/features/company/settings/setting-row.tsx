import { Button } from 'antd';
import { useState, type FormEvent } from 'react';
import { settingValues, type EditableSetting, type ListedSetting } from '@washdesk/contracts/company/setting';
import type { Settings } from '@washdesk/rules/company/settings';
import { Failure } from '../../../components/feedback/failure.tsx';
import { isTyped, TypedNumber } from '../../../components/input/typed-number.tsx';
import { SiteTime } from '../../../domain/sites/site-time.tsx';
import { membersToConfirm } from '../../../lib/api/members-to-confirm.ts';
import { HoursEditor, TemplatesEditor } from './notice-editors.tsx';
import { RetentionEditor } from './retention-editor.tsx';
import {
  ContactsEditor,
  GiftLimitsEditor,
  LimitsEditor,
  LogoEditor,
  PriceEditor,
  TextEditorField,
  YesNoEditor,
} from './setting-editors.tsx';
import type { SettingField } from './setting-fields.ts';
import type { ParsedText } from './setting-text.ts';
import { SettingValue } from './setting-value.tsx';
import { useChangeSettingMutation } from './settings-api.ts';
import { TermsEditor } from './terms-editor.tsx';
import styles from './settings.module.css';

interface SettingRowProps {
  field: SettingField;
  setting: ListedSetting;
}

/** One setting: its explanation, value and last change, and a form to change it. */
export function SettingRow({ field, setting }: SettingRowProps) {
  const [editing, setEditing] = useState(false);
  const [saved, setSaved] = useState(false);
  return (
    <li className={styles.setting}>
      <div className={styles.about}>
        <strong>{field.label}</strong>
        <p>{field.explanation}</p>
      </div>
      {editing ? (
        <SettingForm
          field={field}
          setting={setting}
          onDone={(done) => {
            setEditing(false);
            setSaved(done);
          }}
        />
      ) : (
        <div className={styles.shown}>
          <div>
            <SettingValue field={field} value={setting.value} />
            <p className={styles.changed} aria-live="polite">
              {saved && 'Saved. '}
              {setting.changed === null ? (
                'Default'
              ) : (
                <>
                  Changed{setting.changedBy !== null && ` by ${setting.changedBy}`}{' '}
                  <SiteTime seconds={Date.parse(setting.changed) / 1_000} site={null} />
                </>
              )}
            </p>
          </div>
          <Button aria-label={`Change: ${field.label}`} onClick={() => setEditing(true)}>
            Change
          </Button>
        </div>
      )}
    </li>
  );
}

function SettingForm({ field, setting, onDone }: SettingRowProps & { onDone: (saved: boolean) => void }) {
  const [typed, setTyped] = useState<ParsedText>({ value: setting.value });
  const [problem, setProblem] = useState<string | null>(null);
  const [save, { isLoading, error }] = useChangeSettingMutation();
  const members = membersToConfirm(error);
  const [confirmed, setConfirmed] = useState('');
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const found = 'problem' in typed ? typed.problem : problemOf(setting.name, typed.value);
    setProblem(found);
    if (found !== null || 'problem' in typed) return;
    const isConfirmed = members !== null && isTyped(confirmed, members);
    setConfirmed('');
    const answer = await save({
      params: { name: setting.name },
      body: { value: typed.value as never, changed: setting.changed, ...(isConfirmed && { members }) },
    });
    if (answer.data) onDone(true);
  };
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <Editor field={field} setting={setting} problem={problem} onType={setTyped} />
      {error && <Failure title="Couldn’t save" error={error} />}
      {members !== null && (
        <TypedNumber number={members} act={`change this for ${members} members`} value={confirmed} onChange={setConfirmed} />
      )}
      <span className={styles.actions}>
        <Button type="primary" htmlType="submit" loading={isLoading}>
          Save
        </Button>
        <Button disabled={isLoading} onClick={() => onDone(false)}>
          Cancel
        </Button>
      </span>
    </form>
  );
}

/** Returns the first problem of a value. */
function problemOf(name: EditableSetting, value: unknown): string | null {
  const [issue] = settingValues[name].safeParse(value).error?.issues ?? [];
  if (!issue) return null;
  return [issue.path.join(' '), issue.message].filter(Boolean).join(' ');
}

interface EditorProps extends SettingRowProps {
  problem: string | null;
  onType: (typed: ParsedText) => void;
}

function Editor({ field: { editor, label, unit }, setting: { value }, problem, onType }: EditorProps) {
  const shared = { label, problem, onType };
  switch (editor) {
    case 'price':
      return <PriceEditor {...shared} value={value as string | null} />;
    case 'yesNo':
      return <YesNoEditor {...shared} value={value as boolean} />;
    case 'logo':
      return <LogoEditor {...shared} value={value as string | null} />;
    case 'contacts':
      return <ContactsEditor {...shared} value={value as Settings['siteContacts']} />;
    case 'limits':
      return <LimitsEditor {...shared} value={value as unknown as Settings['dailyLimits']} />;
    case 'gifts':
      return <GiftLimitsEditor {...shared} value={value as unknown as Settings['giftLimits']} />;
    case 'hours':
      return <HoursEditor {...shared} value={value as unknown as Settings['noticeHours']} />;
    case 'templates':
      return <TemplatesEditor {...shared} value={value as unknown as Settings['noticeTemplates']} />;
    case 'terms':
      return <TermsEditor {...shared} value={value as unknown as Settings['onlineTerms']} />;
    case 'retention':
      return <RetentionEditor {...shared} value={value as unknown as Settings['retention']} />;
    default:
      return <TextEditorField {...shared} editor={editor} unit={unit} value={value} />;
  }
}
