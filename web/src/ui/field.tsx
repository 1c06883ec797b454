import { CircleAlert, Eye, EyeOff } from 'lucide-react';
import { useId, useState, type ComponentProps, type ReactNode } from 'react';
import { cx } from './cx.ts';
import { IconButton } from './icon-button.tsx';

interface FieldTexts {
  label: string;
  aside?: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
}

interface ControlProps {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

type FieldProps = FieldTexts & {
  footer?: ReactNode;
  keepHint?: boolean | undefined;
  children: (control: ControlProps) => ReactNode;
};

export const controlClass =
  'w-full min-h-12 rounded-field border-[1.5px] border-line-strong bg-surface px-3.5 py-2.5 text-base leading-[1.4] max-lg:text-[16px] lg:min-h-11 disabled:border-line disabled:bg-sunken disabled:text-ink-3 aria-invalid:border-bad aria-invalid:not-focus-visible:shadow-[inset_0_0_0_.5px_var(--bad)]';

export function Field({
  label,
  aside,
  hint,
  error,
  footer,
  keepHint = false,
  children,
}: FieldProps) {
  const id = useId();
  const showHint = hint !== undefined && (error === undefined || keepHint);
  const describedBy = [showHint && `${id}-hint`, error !== undefined && `${id}-error`]
    .filter(Boolean)
    .join(' ');
  return (
    <div className={fieldClass}>
      <FieldLabel htmlFor={id} label={label} aside={aside} />
      {children({
        id,
        'aria-invalid': error === undefined ? undefined : true,
        'aria-describedby': describedBy === '' ? undefined : describedBy,
      })}
      {error === undefined ? null : <FieldErrorText id={`${id}-error`}>{error}</FieldErrorText>}
      {showHint ? (
        <p id={`${id}-hint`} className="text-xs leading-[1.45] text-ink-3">
          {hint}
        </p>
      ) : null}
      {footer}
    </div>
  );
}

export const fieldClass = 'grid min-w-0 gap-1.5';

export const FieldLabel = ({
  htmlFor,
  label,
  aside,
}: Pick<FieldTexts, 'label' | 'aside'> & { htmlFor: string }) => (
  <div className="flex items-baseline gap-1.5 text-sm leading-[1.4]">
    <label htmlFor={htmlFor} className="font-semibold">
      {label}
    </label>
    {aside === undefined ? null : <span className="tnum text-ink-3 has-[a]:ml-auto">{aside}</span>}
  </div>
);

export const FieldErrorText = ({ children, ...rest }: ComponentProps<'p'>) => (
  <p
    {...rest}
    className="flex items-start gap-1.5 text-xs leading-[1.45] font-medium text-bad-text"
  >
    <CircleAlert size={15} className="mt-0.5" />
    {children}
  </p>
);

type TextFieldProps = Omit<ComponentProps<'input'>, 'id'> & Omit<FieldProps, 'children'>;

export function TextField(props: TextFieldProps) {
  const { label, aside, hint, error, footer, keepHint, className, ...input } = props;
  return (
    <Field {...{ label, aside, hint, error, footer, keepHint }}>
      {(control) => <input {...input} {...control} className={cx(controlClass, className)} />}
    </Field>
  );
}

export function PasswordField(props: Omit<TextFieldProps, 'type'>) {
  const { label, aside, hint, error, footer, keepHint, className, ...input } = props;
  const [shown, setShown] = useState(false);
  return (
    <Field {...{ label, aside, hint, error, footer, keepHint }}>
      {(control) => (
        <div className="relative">
          <input
            {...input}
            {...control}
            type={shown ? 'text' : 'password'}
            className={cx(controlClass, 'pr-13', className)}
          />
          <IconButton
            label="Mostrar senha"
            aria-pressed={shown}
            aria-controls={control.id}
            onClick={() => setShown(!shown)}
            className="absolute top-1/2 right-[3px] -translate-y-1/2"
            icon={shown ? <EyeOff size={18} /> : <Eye size={18} />}
          />
        </div>
      )}
    </Field>
  );
}
