CREATE TABLE "support_views" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "support_views_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"owner_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"operator_id" bigint NOT NULL,
	"operator_name" text NOT NULL,
	"reason" text NOT NULL,
	"minutes" integer NOT NULL,
	"state" text DEFAULT 'asked' NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"opened_at" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone,
	"ended_by" text,
	CONSTRAINT "support_views_closed" CHECK (("support_views"."state" in ('asked', 'allowed')) = ("support_views"."closed_at" is null))
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "view_id" bigint;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "viewer_id" bigint;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "ends_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "support_views" ADD CONSTRAINT "support_views_operator_id_operators_user_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."operators"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "support_views_open" ON "support_views" USING btree ("owner_id","user_id") WHERE "support_views"."state" in ('asked', 'allowed');--> statement-breakpoint
CREATE INDEX "support_views_of_user" ON "support_views" USING btree ("owner_id","user_id","id");--> statement-breakpoint
CREATE INDEX "sessions_of_views" ON "sessions" USING btree ("view_id") WHERE "sessions"."view_id" is not null;