import { Illustration } from './illustration.tsx';

const audiences = [
  {
    art: 'bolsa',
    title: 'Lojas',
    text: 'Lançamentos, reposições e promoções no ar sem ninguém de plantão.',
  },
  {
    art: 'chapeu',
    title: 'Criadores',
    text: 'Uma tarde de produção, um mês de reels e stories no calendário.',
  },
  {
    art: 'brincos',
    title: 'Agências',
    text: 'Relatórios, exportação e posts ilimitados no Premium.',
  },
] as const;

export function Audience() {
  return (
    <section aria-labelledby="para-quem" className="landing-section pb-16 lg:pt-6 lg:pb-26">
      <h2 id="para-quem" className="h-section">
        Para quem vende, cria e atende
      </h2>
      <ul className="mt-7 grid gap-8 lg:mt-11 lg:grid-cols-[1.25fr_1fr_1fr] lg:gap-6">
        {audiences.map(({ art, title, text }) => (
          <li key={title}>
            <Illustration name={art} className="h-[300px] w-full rounded-xl lg:h-[400px]" />
            <h3 className="mt-5 mb-1.5 font-heading text-[1.625rem] leading-[1.1] font-bold tracking-[-.02em]">
              {title}
            </h3>
            <p className="max-w-[340px] text-ink-2">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
