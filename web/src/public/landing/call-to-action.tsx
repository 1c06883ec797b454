import { Link } from 'react-router';
import { paths } from '../../ui/page/paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';

export function CallToAction() {
  return (
    <section
      aria-labelledby="nao-perca"
      className="relative h-[440px] overflow-hidden scheme-light lg:h-[560px]"
    >
      <div
        aria-hidden="true"
        className="absolute top-6 left-1/2 aspect-square w-[760px] -translate-x-1/2 rounded-full bg-[#ffbf1f] forced-color-adjust-none lg:top-10 lg:w-[max(1180px,82vw)]"
      />
      <div className="absolute inset-x-0 top-28 text-center text-on-ipe lg:top-39">
        <h2
          id="nao-perca"
          className="mb-9 font-heading text-[clamp(3.5rem,8vw,7rem)] leading-[.9] font-bold tracking-[-.045em]"
        >
          Não perca
          <br />a hora.
        </h2>
        <Link to={paths.register} className={cx(buttonClass({ variant: 'ink', size: 'xl' }))}>
          Comece Agora
        </Link>
      </div>
    </section>
  );
}
