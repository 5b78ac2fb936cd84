-- Agreements, policies and notices that administrators publish. A version is never changed: it is what people agreed to.
create table policy (
  id uuid primary key default new_id(),
  kind text not null check (kind in ('userAgreement', 'privacyPolicy', 'usageRules', 'publicNotice')),
  version int not null check (version > 0),
  -- Of notices.
  title_zh text,
  title_en text,
  -- Markdown; a notice may be in one language only.
  text_zh text,
  text_en text,
  published_at timestamptz(3) not null,
  published_by uuid references person on delete set null,
  -- The name of that moment; null: the text comes with the product.
  author text,
  -- Of notices.
  ends_at timestamptz(3),
  withdrawn_at timestamptz(3),
  unique (kind, version),
  check (text_zh is not null or text_en is not null),
  check (kind = 'publicNotice' or (text_zh is not null and text_en is not null and ends_at is null and withdrawn_at is null))
);

-- Who agreed to which usage rules, and read which notice.
create table policy_acknowledgement (
  person_id uuid not null references person on delete cascade,
  policy_id uuid not null references policy on delete cascade,
  acknowledged_at timestamptz(3) not null,
  primary key (person_id, policy_id)
);
create index policy_acknowledgement_by_policy on policy_acknowledgement (policy_id);

-- The texts that come with the product.
insert into policy (kind, version, published_at, text_zh, text_en) values
('userAgreement', 1, now(), $text$云盘由你所在的公司或单位（下称“公司”）部署和管理，供员工存储、共享工作文件，并与同事协作。登录并使用云盘，表示你同意本协议、《隐私政策》和《使用规范》。

## 1. 账号

- 账号由公司开通，只供本人使用。不要出借、转让账号，也不要把密码告诉任何人，包括管理员。
- 用你的账号所做的操作，视为你本人的操作。发现异常登录或可疑操作，请立即修改密码并联系管理员。
- 你离职、调岗或不再需要云盘时，公司可以停用账号，并把其中的工作文件移交给指定的接收人。

## 2. 文件与内容

- 使用云盘不改变文件原有的权属。因工作产生的文件归公司或其他合法权利人所有。
- 你对自己上传、共享和对外发送的内容负责，并保证有权这样做。
- 不得上传违法内容，以及公司规定不能存入云盘的涉密资料。具体要求见《使用规范》。

## 3. 共享与外链

- 共享前先确认对方是谁、要用来做什么，只给工作需要的人，只给需要的权限。
- 公司以外的人可能通过外链打开文件。创建外链时请设置提取码和到期时间，不再需要时停止分享。
- 公司可以检查、审批、限制或停止共享和外链。

## 4. 空间与保留

- 空间大小、历史版本和回收站的保留时间由公司设定，以页面显示为准。
- 彻底删除的文件，以及超过保留时间的文件，可能无法恢复。
- 公司采取合理措施保护和备份数据。法律或合同要求专门归档的资料，请另行归档。

## 5. 维护与中断

因维护、升级、安全或不可抗力，云盘可能暂停部分或全部功能。公司会尽量提前以公告等方式通知。

## 6. 违反协议

违反本协议或《使用规范》的，公司可以删除或隔离有关内容、限制功能、冻结账号，并依照公司制度和法律追究责任。

## 7. 协议更新

公司可以更新本协议。新版本在“协议与政策”页面发布，旧版本仍可查看。更新后继续使用云盘，表示你同意新版本。

## 8. 联系方式

对本协议有疑问，请联系你的云盘管理员。$text$, $text$Your company or organisation (“the company”) runs this drive so that its people can store and share work files and work on them together. By signing in and using the drive you accept this agreement, the privacy policy and the usage rules.

## 1. Your account

- The company opens your account for you alone. Don’t lend it or hand it over, and don’t tell anyone your password, administrators included.
- What is done with your account counts as done by you. If you notice a sign-in or an action that wasn’t yours, change your password at once and tell your administrator.
- When you leave, change position or no longer need the drive, the company may close your account and hand its work files over to a new owner.

## 2. Files and content

- Using the drive doesn’t change who owns a file. Files made in the course of work belong to the company or to another rightful owner.
- You’re responsible for what you upload, share and send outside, and for having the right to do so.
- Don’t upload anything unlawful, or confidential material that the company doesn’t allow on the drive. The usage rules say more.

## 3. Sharing and links

- Before you share, check who will get access and why. Share only with those who need it, with only the permissions they need.
- People outside the company may open your external links. Give links an extraction code and an expiry date, and stop sharing when they’re no longer needed.
- The company may check, approve, limit or stop shares and links.

## 4. Space and retention

- The company sets how much space you have and how long old versions and the recycle bin are kept; the pages show it.
- Files that were deleted permanently, or are past their retention time, may not be recoverable.
- The company takes reasonable steps to protect and back up data. Records that a law or a contract requires to be archived must also be kept in an archive.

## 5. Maintenance and interruptions

The drive may be unavailable, in part or as a whole, for maintenance, upgrades, security or events beyond the company’s control. The company announces this in advance where it can.

## 6. Breaches

If you break this agreement or the usage rules, the company may remove or isolate the content concerned, limit features, freeze your account, and act under its own rules and the law.

## 7. Changes

The company may update this agreement. New versions are published under “Agreements and policies”, where older versions can still be read. If you go on using the drive after an update, you accept the new version.

## 8. Contact

Questions about this agreement? Ask the administrator of your drive.$text$),
('privacyPolicy', 1, now(), $text$本政策说明云盘处理哪些个人信息、用来做什么、谁能看到以及保留多久。云盘由你所在的公司或单位（下称“公司”）部署和管理，公司是这些信息的处理者。

## 1. 我们处理哪些信息

- **账号信息**：账号、姓名、部门、角色，以及经过单向加密的密码。不保存密码原文。
- **文件与协作信息**：你上传的文件及其名称、大小、时间、历史版本，以及你设置的共享、外链、收藏和权限。
- **登录与操作记录**：登录和退出的时间、IP 地址、浏览器信息，以及上传、下载、预览、共享、删除等操作。
- **个人设置**：语言、外观、通知方式等。
- **外链访问记录**：访问者的 IP 地址、访问时间和所做的操作；链接要求登录时，还包括访问者的身份。

## 2. 用来做什么

- 提供存储、共享、搜索、预览等功能，并在你的设备之间保持一致。
- 保障安全：识别异常登录，防止泄密，追查问题，满足法律要求的审计。
- 维护系统：统计空间和流量，排除故障，备份数据。

这些信息不用于广告，也不出售给任何人。

## 3. 谁能看到

- **同事**：能看到你的姓名和部门，以及你共享给他们的内容。公司可以设置隐藏部分姓名。
- **管理员**：在职责范围内管理账号、空间和共享；经授权的管理员可以查看文件列表和操作日志，这些查看也会写入日志。
- **外链访问者**：能看到分享人的姓名和链接中的内容。
- **公司以外**：除你主动对外分享、法律要求，或公司委托的服务商为运行云盘所必需外，不向外提供。

## 4. 内容检查

为防止泄密，公司可以启用内容检查，由系统自动识别文件中的敏感信息，如身份证号、银行卡号和关键词。检查结果只供有权限的管理员和审批人处理外发和共享时使用。

## 5. 存放与保护

- 数据存放在公司选定的服务器或存储服务上，公司可以启用加密存储。
- 访问默认拒绝，有权限才能打开；重要操作写入防篡改的审计日志。

## 6. 保留多久

- 文件保留到你或管理员删除为止；删除后先进回收站，到期后彻底删除。
- 备份中的数据随备份到期清除。
- 登录和操作记录按公司制度和法律要求保留。
- 账号删除后，个人设置一并删除；审计日志中已有的记录继续保留。

## 7. 浏览器中保存的数据

云盘用 Cookie 保持登录，并在浏览器中保存语言、外观和未完成的上传，以便刷新后继续。不使用第三方跟踪。

## 8. 你的权利

你可以随时查看和下载自己的文件、修改设置、结束其他设备上的会话。要查询、更正或删除其他个人信息，请联系云盘管理员或公司负责个人信息保护的部门。

## 9. 政策更新

新版本在“协议与政策”页面发布，旧版本仍可查看。$text$, $text$This policy says which personal data the drive processes, why, who can see it and how long it is kept. Your company or organisation (“the company”) runs the drive and is responsible for this data.

## 1. What is processed

- **Account data:** account, name, department, roles, and a one-way hash of your password. The password itself isn’t stored.
- **Files and collaboration:** the files you upload with their names, sizes, times and old versions, and the shares, links, favorites and permissions that you set.
- **Sign-ins and activity:** when you signed in and out, IP address, browser, and actions such as uploads, downloads, previews, shares and deletions.
- **Your settings:** language, appearance, notifications and the like.
- **Visits to external links:** the visitor’s IP address, the time and what was done; where a link requires signing in, also who it was.

## 2. What it is used for

- To store, share, search and preview files, and to keep your devices in step.
- For security: to notice unusual sign-ins, prevent leaks, investigate incidents and meet legal duties to audit.
- To run the system: to measure space and traffic, solve problems and make backups.

None of it is used for advertising or sold to anyone.

## 3. Who can see it

- **Colleagues** see your name and department, and what you share with them. The company may choose to mask names.
- **Administrators** manage accounts, space and shares within their duties. Those with the permission can browse file lists and the audit log; that they did so is logged too.
- **Visitors of your links** see your name and what the link contains.
- **Outside the company,** nothing is passed on, unless you share it yourself, the law requires it, or a service provider of the company needs it to run the drive.

## 4. Content check

To prevent leaks, the company may turn on a content check, in which the system looks for sensitive information in files, such as ID card numbers, bank card numbers and keywords. The results are used only by administrators and reviewers with the permission, to decide on sharing and sending outside.

## 5. Where it is kept and how it is protected

- Data is kept on servers or storage services that the company has chosen. The company may turn on encryption at rest.
- Access is denied unless a permission allows it. Important actions are written to a tamper-evident audit log.

## 6. How long it is kept

- Files are kept until you or an administrator deletes them. They go to the recycle bin first and are deleted permanently when their time there ends.
- Data in backups is removed when the backup expires.
- Sign-ins and activity are kept as the company’s rules and the law require.
- When an account is deleted, its settings go with it. Existing entries of the audit log remain.

## 7. What is stored in your browser

The drive uses a cookie to keep you signed in. It stores your language, appearance and unfinished uploads in the browser, so that you can go on after a reload. There is no third-party tracking.

## 8. Your rights

You can view and download your files, change your settings and end your sessions on other devices at any time. To ask about, correct or delete other personal data, contact the administrator of your drive or whoever is responsible for data protection in the company.

## 9. Changes

New versions are published under “Agreements and policies”, where older versions can still be read.$text$),
('usageRules', 1, now(), $text$使用云盘前，请阅读并同意以下规范。

## 1. 不存违法和涉密内容

- 不得上传、保存或传播违反法律法规的内容，包括侵犯他人著作权、隐私或商业秘密的内容。
- 不得存入国家秘密，以及公司规定不能存入云盘的涉密资料。其他保密资料按公司的密级要求标注和使用。
- 不得上传病毒、木马等恶意程序。

## 2. 只用自己的账号

- 只用本人账号登录，不借用他人账号，也不把账号或密码交给他人。
- 离开座位时锁定屏幕，不在公用电脑上保持登录。

## 3. 谨慎共享

- 对内对外都只共享工作需要的内容，只给需要的权限，用完及时停止。
- 对外发送公司资料要符合公司的审批要求，不得绕过内容检查和审批。
- 不得拍照、截屏或转存仅供查看的内容后向外传播。

## 4. 云盘供工作使用

- 不存放与工作无关的大量个人文件。
- 不得用程序大量占用空间或带宽，也不得探测、攻击系统或尝试越权访问。

## 5. 公司可以审计

- 登录、上传、下载、预览、共享、删除等操作会写入审计日志。
- 为保障安全、满足法律和公司制度的要求，公司可以审计云盘的使用情况，包括检查文件内容。
- 违反规范的，公司可以删除或隔离内容、收回权限、冻结账号，并依照公司制度和法律追究责任。

发现违规内容、泄密或账号异常，请立即联系管理员。$text$, $text$Read these rules and agree to them before you use the drive.

## 1. Nothing unlawful, nothing that has to stay off the drive

- Don’t upload, keep or spread anything unlawful, including content that infringes copyright, privacy or trade secrets.
- Don’t store state secrets, or confidential material that the company doesn’t allow on the drive. Classify and handle other confidential material as the company requires.
- Don’t upload viruses or other malicious software.

## 2. Your own account only

- Sign in with your own account. Don’t borrow another, and don’t give your account or password to anyone.
- Lock your screen when you leave your desk, and don’t stay signed in on shared computers.

## 3. Share with care

- Inside and outside the company, share only what work requires, with only the permissions needed, and stop when it’s done.
- Sending company material outside follows the company’s approval process. Don’t work around the content check or an approval.
- Don’t photograph, capture or copy view-only content to pass it on.

## 4. The drive is for work

- Don’t use it for large amounts of private files.
- Don’t take up space or bandwidth with automated programs, and don’t probe or attack the system or try to get access you weren’t given.

## 5. Audits may occur

- Sign-ins, uploads, downloads, previews, shares, deletions and other actions are written to an audit log.
- For security, and as the law and the company’s rules require, the company may audit how the drive is used, including the content of files.
- If you break these rules, the company may remove or isolate content, withdraw permissions, freeze your account, and act under its own rules and the law.

If you come across content that breaks the rules, a leak or something odd about your account, tell your administrator at once.$text$);
