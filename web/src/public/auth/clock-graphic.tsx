const CENTRE = 360;
const RADIUS = 300;

export function ClockGraphic() {
  const minutes = Array.from({ length: 60 }, (_, minute) => {
    const angle = (minute / 60) * 2 * Math.PI;
    const hour = minute % 5 === 0;
    return {
      minute,
      cx: CENTRE + RADIUS * Math.sin(angle),
      cy: CENTRE - RADIUS * Math.cos(angle),
      r: hour ? 17 : 6,
      opacity: hour ? 1 : 0.9,
    };
  }).filter(({ minute }) => minute > 1 && minute < 59);
  return (
    <div className="grid size-full place-items-center bg-[#ffbf1f] text-on-ipe">
      <svg viewBox="0 0 720 720" className="col-start-1 row-start-1 w-[min(84%,600px)]">
        {minutes.map(({ minute, ...dot }) => (
          <circle key={minute} {...dot} fill="currentColor" />
        ))}
        <circle cx="360" cy="60" r="30" fill="#FFFDF8" />
        <circle cx="360" cy="60" r="22" fill="#177A48" />
        <path
          d="M350.5 60l6.500 6.500 13-13"
          stroke="#FFFDF8"
          strokeWidth="4.5"
          fill="none"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      <p className="col-start-1 row-start-1 text-center">
        <b className="tnum block font-heading text-[clamp(5rem,9vw,8.5rem)] leading-[.9] font-bold tracking-[-.05em]">
          18:00
        </b>
        <span className="mt-[18px] inline-flex text-[1.0625rem] font-semibold">
          Reels publicado em @atelie.barro
        </span>
      </p>
    </div>
  );
}
