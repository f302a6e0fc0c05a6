import { Link } from 'react-router-dom'
import { hrefOfPage } from '#src/app/device.ts'
import styles from './AgreementPage.module.css'
import { AGREEMENT, UPDATED } from './agreement-text.ts'
import frame from './page.module.css'

/** The agreement and the privacy policy, with their contents beside them. */
export default function AgreementPage() {
  return (
    <div className={`${frame.page} ${styles.page}`}>
      <nav aria-label="目录" className={styles.contents}>
        <ol>
          {AGREEMENT.map((section, index) => (
            <li key={section.id}>
              <a href={`#${section.id}`}>
                {index + 1}. {section.title}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <article className={styles.text}>
        <h1>用户协议与隐私政策</h1>
        <p className={styles.date}>更新于 {UPDATED}，自更新之日起生效</p>
        {AGREEMENT.map((section, index) => (
          <section key={section.id} id={section.id} aria-labelledby={`${section.id}-title`}>
            <h2 id={`${section.id}-title`}>
              {index + 1}. {section.title}
            </h2>
            {section.paragraphs.map((paragraph) =>
              typeof paragraph === 'string' ? (
                <p key={paragraph}>{paragraph}</p>
              ) : (
                <ul key={paragraph[0]}>
                  {paragraph.map((item) => (
                    <li key={item}>{item}</li>
                  ))}
                </ul>
              ),
            )}
          </section>
        ))}
        <p className={styles.date}>
          对任何条款有疑问，请先看<Link to={hrefOfPage('/qaPage')}>帮助中心</Link>，或联系本站的运营者。
        </p>
      </article>
    </div>
  )
}
