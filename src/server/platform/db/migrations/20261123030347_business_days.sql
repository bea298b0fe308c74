CREATE TABLE "channel_days" (
	"day" date NOT NULL,
	"channel_id" bigint NOT NULL,
	"chars" bigint NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "channel_days_day_channel_id_pk" PRIMARY KEY("day","channel_id")
);--> statement-breakpoint
CREATE TABLE "closed_days" (
	"day" date PRIMARY KEY NOT NULL,
	"active_people" bigint NOT NULL
);--> statement-breakpoint
CREATE TABLE "last_activity" (
	"owner_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"day" date NOT NULL,
	CONSTRAINT "last_activity_owner_id_user_id_pk" PRIMARY KEY("owner_id","user_id")
);--> statement-breakpoint
CREATE INDEX "last_activity_by_day" ON "last_activity" USING btree ("day");
