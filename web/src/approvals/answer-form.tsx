import { answerApprovalLink, type ShownForApproval } from '@pontual/contract/approvals.ts';
import type { Verdict } from '@pontual/contract/posts.ts';
import { useMutation } from '@tanstack/react-query';
import { useState, type RefObject } from 'react';
import { ApiError, failureText } from '../api/api-error.ts';
import { call } from '../api/client.ts';
import { useMinute } from '../shell/minute.ts';
import { Button } from '../ui/button.tsx';
import { Card, CardBody } from '../ui/card.tsx';
import { cx } from '../ui/cx.ts';
import { controlClass, Field, TextField } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { saidWhen } from './said-when.ts';

interface AnswerFormProps {
  shown: ShownForApproval;
  token: string;
  /** Has the focus when what was pressed is gone. */
  after: RefObject<HTMLElement | null>;
  onAnswered: (shown: ShownForApproval) => void;
  onChanged: () => void;
}

type Faults = Partial<Record<'name' | 'note', string>>;

/** Approving takes a name and one press; a change is asked for in a sentence. */
export function AnswerForm(props: AnswerFormProps) {
  const { shown, token, after, onAnswered, onChanged } = props;
  const { approval, isOver } = shown;
  const [name, setName] = useState('');
  const [note, setNote] = useState('');
  const [asksChange, setAsksChange] = useState(false);
  const [faults, setFaults] = useState<Faults>({});
  const answer = useMutation({
    mutationFn: (verdict: Verdict) =>
      call(answerApprovalLink, {
        body: { token, name, note, verdict, contentHash: approval.contentHash },
      }),
    onSuccess: (next) => {
      setAsksChange(false);
      setNote('');
      onAnswered(next);
      after.current?.focus();
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) return;
      setFaults(error.fields);
      if (error.code === 'APPROVAL_CHANGED' || error.code === 'APPROVAL_OVER') onChanged();
    },
  });
  const isBusy = (verdict: Verdict) => answer.isPending && answer.variables === verdict;
  const hasFaults = Object.keys(faults).length > 0;
  return (
    <div className="grid gap-4">
      <Said shown={shown} />
      {answer.isError && !hasFaults ? (
        <Notice tone="bad" live>
          {failureText(answer.error, 'A resposta não foi enviada. Verifique sua internet.')}
        </Notice>
      ) : null}
      {isOver ? null : (
        <Card aria-label="Sua resposta">
          <CardBody className="grid gap-4">
            <TextField
              label="Seu nome"
              name="name"
              autoComplete="name"
              maxLength={80}
              value={name}
              error={faults.name}
              onChange={({ target }) => {
                setName(target.value);
                setFaults(({ note: fault }) => (fault === undefined ? {} : { note: fault }));
              }}
            />
            {asksChange ? (
              <Field label="O que precisa mudar" error={faults.note}>
                {(control) => (
                  <textarea
                    {...control}
                    ref={focusAtFirst}
                    rows={3}
                    maxLength={500}
                    value={note}
                    onChange={({ target }) => {
                      setNote(target.value);
                      setFaults(({ name: fault }) => (fault === undefined ? {} : { name: fault }));
                    }}
                    className={cx(controlClass, 'block resize-y')}
                  />
                )}
              </Field>
            ) : null}
            <div className="flex flex-wrap gap-2 max-lg:*:flex-1">
              <Button
                variant={asksChange ? 'ink' : 'line'}
                size="lg"
                busy={isBusy('change_asked')}
                onClick={() => (asksChange ? answer.mutate('change_asked') : setAsksChange(true))}
              >
                {asksChange ? 'Enviar pedido' : 'Pedir mudança'}
              </Button>
              {approval.state === 'approved' ? null : (
                <Button
                  variant={asksChange ? 'line' : 'ipe'}
                  size="lg"
                  busy={isBusy('approved')}
                  onClick={() => answer.mutate('approved')}
                >
                  Aprovar
                </Button>
              )}
            </div>
            <p className="text-xs text-pretty text-ink-3">
              Guardamos o seu nome, a hora e o que você viu como prova da resposta.
            </p>
          </CardBody>
        </Card>
      )}
    </div>
  );
}

const focusAtFirst = (field: HTMLTextAreaElement | null) => field?.focus();

/** The last answer about what is shown, if there is one. */
function Said({ shown: { approval } }: { shown: ShownForApproval }) {
  const now = useMinute();
  const { answer } = approval;
  if (answer === null) return null;
  const when = saidWhen(answer.at, now);
  const isApproved = answer.verdict === 'approved';
  return (
    <Notice tone={isApproved ? 'ok' : 'warn'} live>
      <span className="wrap-anywhere">
        {isApproved
          ? `Aprovado por ${answer.name} ${when}.`
          : `${answer.name} pediu uma mudança ${when}${answer.note === null ? '.' : `: “${answer.note}”`}`}
      </span>
    </Notice>
  );
}
