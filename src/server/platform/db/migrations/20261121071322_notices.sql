CREATE TABLE "announcements" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "announcements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone NOT NULL,
	"level" text NOT NULL,
	"words" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notice_reads" (
	"owner_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"seq" bigint NOT NULL,
	CONSTRAINT "notice_reads_owner_id_user_id_pk" PRIMARY KEY("owner_id","user_id")
);
