import { answerApprovalLink, type ApprovalPreview } from '@pontual/contract/planning/approvals.ts';
import type { Verdict } from '@pontual/contract/posts/posts.ts';
import { useMutation } from '@tanstack/react-query';
import { useState, type RefObject } from 'react';
import { ApiError, failureText } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { useMinute } from '../../ui/page/use-minute.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardBody } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { controlClass, Field, TextField } from '../../ui/field.tsx';
import { Alert } from '../../ui/alert.tsx';
import { answeredAtText } from './answered-at-text.ts';

interface AnswerFormProps {
  view: ApprovalPreview;
  token: string;
  /** Gets the focus when the pressed button is removed. */
  focusTarget: RefObject<HTMLElement | null>;
  onAnswered: (view: ApprovalPreview) => void;
  onChanged: () => void;
}

type FieldErrors = Partial<Record<'name' | 'note', string>>;

export function AnswerForm(props: AnswerFormProps) {
  const { view, token, focusTarget, onAnswered, onChanged } = props;
  const { approval, isOver } = view;
  const [name, setName] = useState('');
  const [note, setNote] = useState('');
  const [isRequestingChange, setRequestingChange] = useState(false);
  const [errors, setErrors] = useState<FieldErrors>({});
  const answer = useMutation({
    mutationFn: (verdict: Verdict) =>
      call(answerApprovalLink, {
        body: { token, name, note, verdict, contentHash: approval.contentHash },
      }),
    onSuccess: (next) => {
      setRequestingChange(false);
      setNote('');
      onAnswered(next);
      focusTarget.current?.focus();
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) return;
      setErrors(error.fields);
      if (error.code === 'APPROVAL_CHANGED' || error.code === 'APPROVAL_OVER') onChanged();
    },
  });
  const isBusy = (verdict: Verdict) => answer.isPending && answer.variables === verdict;
  const hasErrors = Object.keys(errors).length > 0;
  return (
    <div className="grid gap-4">
      <LastAnswer view={view} />
      {answer.isError && !hasErrors ? (
        <Alert tone="bad" live>
          {failureText(answer.error, 'A resposta não foi enviada. Verifique sua internet.')}
        </Alert>
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
              error={errors.name}
              onChange={({ target }) => {
                setName(target.value);
                setErrors(({ note: fault }) => (fault === undefined ? {} : { note: fault }));
              }}
            />
            {isRequestingChange ? (
              <Field label="O que precisa mudar" error={errors.note}>
                {(control) => (
                  <textarea
                    {...control}
                    ref={focusOnMount}
                    rows={3}
                    maxLength={500}
                    value={note}
                    onChange={({ target }) => {
                      setNote(target.value);
                      setErrors(({ name: fault }) => (fault === undefined ? {} : { name: fault }));
                    }}
                    className={cx(controlClass, 'block resize-y')}
                  />
                )}
              </Field>
            ) : null}
            <div className="flex flex-wrap gap-2 max-lg:*:flex-1">
              <Button
                variant={isRequestingChange ? 'ink' : 'line'}
                size="lg"
                busy={isBusy('change_requested')}
                onClick={() =>
                  isRequestingChange ? answer.mutate('change_requested') : setRequestingChange(true)
                }
              >
                {isRequestingChange ? 'Enviar pedido' : 'Pedir mudança'}
              </Button>
              {approval.state === 'approved' || approval.needsOther ? null : (
                <Button
                  variant={isRequestingChange ? 'line' : 'ipe'}
                  size="lg"
                  busy={isBusy('approved')}
                  onClick={() => answer.mutate('approved')}
                >
                  Aprovar
                </Button>
              )}
            </div>
            <p className="text-xs text-pretty text-ink-3">
              {approval.needsOther
                ? 'Nesta equipe, só alguém da equipe aprova. Aqui, você pode pedir uma mudança. '
                : ''}
              Guardamos o seu nome, a hora e o que você viu como prova da resposta.
            </p>
          </CardBody>
        </Card>
      )}
    </div>
  );
}

const focusOnMount = (field: HTMLTextAreaElement | null) => field?.focus();

function LastAnswer({ view: { approval } }: { view: ApprovalPreview }) {
  const now = useMinute();
  const { answer } = approval;
  if (answer === null) return null;
  const answeredAt = answeredAtText(answer.at, now);
  const isApproved = answer.verdict === 'approved';
  return (
    <Alert tone={isApproved ? 'ok' : 'warn'} live>
      <span className="wrap-anywhere">
        {isApproved
          ? `Aprovado por ${answer.name} ${answeredAt}.`
          : `${answer.name} pediu uma mudança ${answeredAt}${answer.note === null ? '.' : `: “${answer.note}”`}`}
      </span>
    </Alert>
  );
}
