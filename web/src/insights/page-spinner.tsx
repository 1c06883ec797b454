import { Spinner } from '../ui/spinner.tsx';

/** For a page whose layout depends on the data. */
export function PageSpinner() {
  return (
    <div className="grid place-items-center py-24 text-ink-2">
      <Spinner className="size-6!" />
      <output className="sr-only">Carregando</output>
    </div>
  );
}
