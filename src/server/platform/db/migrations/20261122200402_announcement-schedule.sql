CREATE TABLE "announcement_schedule" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "announcement_schedule_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"level" text NOT NULL,
	"words" jsonb NOT NULL,
	"publish_at" timestamp (3) with time zone NOT NULL,
	"end_at" timestamp (3) with time zone,
	"published_id" bigint,
	"closed_at" timestamp (3) with time zone,
	"withdrawn" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE INDEX "announcement_schedule_open" ON "announcement_schedule" USING btree ("publish_at") WHERE "announcement_schedule"."closed_at" is null;--> statement-breakpoint
INSERT INTO "announcement_schedule" ("level", "words", "publish_at", "published_id")
SELECT "level", "words", "at", "id" FROM "announcements" ORDER BY "id";
