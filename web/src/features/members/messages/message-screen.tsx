import { Button } from 'antd';
import { setSystemMessage } from '@washdesk/contracts/members/communication';
import { Failure } from '../../../components/feedback/failure.tsx';
import { TextAreaField } from '../../../components/form/text-area-field.tsx';
import { PageSkeleton } from '../../../components/layout/page-skeleton.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { useZodForm } from '../../../lib/forms/use-zod-form.ts';
import { useSystemMessageQuery } from '../../../lib/startup-api.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useSetSystemMessageMutation } from './messages-api.ts';
import styles from './messages.module.css';

/** The system message, which replaces the app for everyone except Admins (docs/rules/screens.md#notice-page). */
export function MessageScreen() {
  const { data, error, refetch } = useSystemMessageQuery();
  if (!data && !error) return <PageSkeleton />;
  return (
    <Page title="System message">
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      {data && <MessageForm message={data.message} />}
    </Page>
  );
}

function MessageForm({ message }: { message: string | null }) {
  const [save, { error, isLoading }] = useSetSystemMessageMutation();
  const put = async (text: string): Promise<void> => {
    const { data } = await save({ body: { message: text, was: message ?? '' } });
    if (data) showToast(data.message === null ? 'Message removed' : 'Everyone sees the notice page within a minute');
  };
  const form = useZodForm({
    schema: setSystemMessage.body.pick({ message: true }),
    initial: { message: message ?? '' },
    failure: isLoading ? null : error,
    onSubmit: (body) => put(body.message),
  });
  const lift = async (): Promise<void> => {
    await put('');
    form.change({ message: '' });
  };
  return (
    <Section title={message === null ? 'No message is shown' : 'The notice page replaces the app'}>
      <form className={styles.form} noValidate onSubmit={form.submit}>
        <TextAreaField
          control={form.control}
          name="message"
          label="Message"
          hint="What’s wrong, and what to do in the meantime. Only Admins can work while it’s shown."
          rows={{ min: 2, max: 6 }}
        />
        {error && !isLoading && <Failure title="Couldn’t change the message" error={error} />}
        <span className={styles.actions}>
          <Button type="primary" danger htmlType="submit" size="large" loading={isLoading}>
            Show Message
          </Button>
          <Button size="large" disabled={message === null || isLoading} onClick={() => void lift()}>
            Remove Message
          </Button>
        </span>
      </form>
    </Section>
  );
}
